/** Saves a file that the page has fetched or created, like a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By then, the browser must have started to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
