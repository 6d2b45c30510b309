/**
 * Which addresses a question may hold. The form, the editor of texts and the sanitiser of the server ask the same here.
 *
 * | address                                             | reference | link | image |
 * |-----------------------------------------------------|-----------|------|-------|
 * | `https://learn.microsoft.com/x?y#z`                 | yes       | yes  | no    |
 * | `mailto:ada@example.com`                            | no        | yes  | no    |
 * | `/storage/questions/question-images/a.png`          | no        | yes  | yes   |
 * | `/api/questions`, `/a.png?b`, `/a//b.png`, `/./b.png` | no        | yes  | no    |
 * | `//example.com/x`, `/\example.com`, `javascript:x`  | no        | no   | no    |
 * | `https://ada:secret@example.com/`                   | no        | no   | no    |
 */

/** An absolute address of the web, without a name and password in it. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?\.?(?::\d{1,5})?(?:[/?#][^\s\p{C}"<>\\]*)?$/iu.test(address)
}

/** Where a link may lead: the web, without a name and password in the address; a mail; a path of this site. */
export function isLinkAddress(address: string): boolean {
  return (
    /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(address) ||
    /^mailto:[^\\<>"\p{Cc}]+$/iu.test(address) ||
    /^https?:\/\/[^\s/?#@\\<>"\p{C}]+(?:[/?#][^\\<>"\p{Cc}]*)?$/iu.test(address)
  )
}

/** Images come from this site alone: the content policy allows no others, and asking `/api` for one could do something. */
export function isImageAddress(address: string): boolean {
  return /^\/(?!api(?:\/|$))[\w.~/-]+$/i.test(address) && !/\/[./]/.test(address)
}
