/** Whether this device may have notes. Pages without any need not load the scripts for them. */
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
    // Then the note opens with the button only.
  }
}
