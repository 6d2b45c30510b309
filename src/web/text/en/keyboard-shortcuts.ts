/** The dialog with the keyboard shortcuts. A separate file, because it loads with the dialog. */
export const keyboardShortcuts = {
  title: 'Keyboard shortcuts',
  list: [
    { keys: 'A – H  1 – 8', does: 'Choose or clear an option' },
    { keys: '← →', does: 'Previous or next question' },
    { keys: 'N  P', does: 'Next or previous question' },
    { keys: 'Alt ↑ ↓', does: 'Move a step up or down' },
    { keys: 'Delete', does: 'Empty a slot' },
    { keys: 'R', does: 'Reveal or hide the answer' },
    { keys: 'M', does: 'Flag the question' },
    { keys: 'U', does: 'Mark the answer as a guess' },
    { keys: 'G', does: 'Open or close the question map' },
    { keys: 'Z', does: 'Enlarge the figure' },
    { keys: 'O', does: 'Open the documentation' },
    { keys: 'L', does: 'Show a translated question in English, French, or both' },
    { keys: 'T', does: 'Open your note' },
    { keys: '/', does: 'Open help' },
    { keys: 'Esc', does: 'Leave a drop-down list so that shortcuts work again' },
    { keys: '?', does: 'Show shortcuts' },
  ],
  enable: 'Enable shortcuts',
}
