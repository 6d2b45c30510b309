/** How the screen of an attempt differs between practice and a simulation. */
import type { Attempt } from '#exam/attempt.ts'
import type { AttemptTranslationsResponse } from '#exam/contract.ts'
import type { OverviewProps } from '#web/practice/attempt/overview-props.ts'
import type { IconName } from '#web/ui/icon.tsx'

export type AttemptMode =
  /** Answers can be revealed, and help is available. */
  | { type: 'practice' }
  /**
   * Sealed until submitted. `timer` shows the time left; `Overview` shows all questions before the candidate submits; `SeriesBar` replaces pager and
   * map in a solution series; `requestTranslations` loads the translations of all questions and case studies of the simulation.
   */
  | {
      type: 'simulation'
      timer: React.ReactNode
      Overview: React.ComponentType<OverviewProps>
      SeriesBar: React.ComponentType<SeriesBarProps>
      requestTranslations: () => Promise<AttemptTranslationsResponse>
    }

/** `series`: the ids of the questions of the series. */
export type SeriesBarProps = { attempt: Attempt; series: readonly string[] }

export type SaveStatus = { icon?: IconName; text: string }

/** The names of skill areas in the language of the page, by official English name. An area without a translation is missing. */
export type AreaNames = Readonly<Record<string, string>>

/**
 * `back`: the accessible name of the link to the certification, whose visible text is only the id. `confirmTitle` and `confirm` are for the finish
 * dialog.
 */
export type AttemptLabels = {
  title: React.ReactNode
  back: string
  finish: string
  confirmTitle: string
  confirm: string
  areaNames: AreaNames
}
