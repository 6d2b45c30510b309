/** Whether this device may have notes. If not, pages do not need to load the scripts for notes. */
const flagName = 'praxam-notes'

export function mayHaveNotes(): boolean {
  try {
    return localStorage.getItem(flagName) !== null
  } catch {
    return false
  }
}

export function rememberNotes(): void {
  try {
    localStorage.setItem(flagName, 'yes')
  } catch {
    // Without storage, a note opens only with its button.
  }
}
