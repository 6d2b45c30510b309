/** Saves a file that the page has fetched or created, like a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser must have started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
