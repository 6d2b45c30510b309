/** The state of the help dialog. */
import { useLazyDialog } from '#web/ui/use-lazy-dialog.ts'

const loadHelpDialog = () => import('#web/practice/question/help-dialog.tsx').then(({ HelpDialog }) => HelpDialog)

export const useHelpDialog = (questionId: string) => useLazyDialog(loadHelpDialog, questionId)
