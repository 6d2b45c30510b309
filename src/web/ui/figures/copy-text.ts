/** Copies a text. Returns `false` without HTTPS, where the clipboard is missing, and if the user has denied access to it. */
export async function tryToCopy(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  try {
    await clipboard?.writeText(text)
    return clipboard !== undefined
  } catch {
    return false
  }
}
