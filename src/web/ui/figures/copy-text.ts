/** Copies a text to the clipboard. Returns `false` if the page has no clipboard, because it lacks HTTPS, or if the user has denied access. */
export async function tryToCopy(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  try {
    await clipboard?.writeText(text)
    return clipboard !== undefined
  } catch {
    return false
  }
}
