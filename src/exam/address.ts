/**
 * Which addresses a question may contain. The form, the text editor, and the server's sanitizer share these rules.
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

/** An absolute http or https address without a user name and password. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?\.?(?::\d{1,5})?(?:[/?#][^\s\p{C}"<>\\]*)?$/iu.test(address)
}

/** An allowed link target: an http or https address without a user name and password, a `mailto:` address, or a path on this site. */
export function isLinkAddress(address: string): boolean {
  return (
    /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(address) ||
    /^mailto:[^\\<>"\p{Cc}]+$/iu.test(address) ||
    /^https?:\/\/[^\s/?#@\\<>"\p{C}]+(?:[/?#][^\\<>"\p{Cc}]*)?$/iu.test(address)
  )
}

/** An image path on this site. The content security policy allows no other sites, and requests to `/api` could have side effects. */
export function isImageAddress(address: string): boolean {
  return /^\/(?!api(?:\/|$))[\w.~/-]+$/i.test(address) && !/\/[./]/.test(address)
}
