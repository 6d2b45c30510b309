/** How the screen of an attempt differs between practice and a simulation. */
import type { OverviewProps } from '#web/practice/attempt/overview-props.ts'
import type { IconName } from '#web/ui/icon.tsx'

export type AttemptMode =
  /** Answers can be revealed, and help is available. */
  | { type: 'practice' }
  /** Sealed until submitted. `timer` shows the time left; `Overview` shows all questions before the candidate submits. */
  | { type: 'simulation'; timer: React.ReactNode; Overview: React.ComponentType<OverviewProps> }

export type SaveStatus = { icon?: IconName; text: string }

/** `back` names the link to the certification, which shows only its id. `confirmTitle` and `confirm` are for the finish dialog. */
export type AttemptLabels = { title: React.ReactNode; back: string; finish: string; confirmTitle: string; confirm: string }
