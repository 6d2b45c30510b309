/** The tabs above the lists of challenges and of reports, so that administrators have one place for both. */
import { challengeStates, type ChallengeState } from '#exam/reports/challenge.ts'
import { printAddress } from '#web/admin/list-address.ts'
import { challengesAdmin } from '#web/text/en/admin/challenges.ts'

type ReportTab = ChallengeState | 'open-reports' | 'closed-reports'

/** The links to the tabs of challenges keep `exam`. */
export function listReportTabs(current: ReportTab, exam?: string) {
  return [
    ...challengeStates.map((state) => ({
      to: printChallengesAddress({ state, exam }),
      text: challengesAdmin.states[state],
      isCurrent: state === current,
    })),
    { to: '/admin/reports', text: challengesAdmin.openReports, isCurrent: current === 'open-reports' },
    { to: '/admin/reports?show=closed', text: challengesAdmin.closedReports, isCurrent: current === 'closed-reports' },
  ]
}

/** `before`: the `next` of the previous page. */
export type ChallengesPart = { state: ChallengeState; exam?: string | undefined; before?: string | undefined }

export function printChallengesAddress({ state, exam, before }: ChallengesPart): string {
  return printAddress('/admin/challenges', { state: state !== 'open' && state, exam, before })
}
