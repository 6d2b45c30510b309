/**
 * Finds and replaces images in a package. While an item is read, the address of an image is `package:` and its path in the package, such as
 * `package:items/images/a.png`. Addresses on the web stay as they are.
 *
 * | written in `items/q1.xml`                               | address                     |
 * |---------------------------------------------------------|-----------------------------|
 * | `images/a.png`, `./images/a%20b.png`                    | `package:items/images/a.png`, `package:items/images/a b.png` |
 * | `../media/a.png`                                        | `package:media/a.png`       |
 * | `../../a.png`                                           | `package:a.png`; paths never leave the package |
 * | `$IMS-CC-FILEBASE$/a.png`                               | `package:web_resources/a.png` |
 * | `@X@EmbeddedFile.requestUrlStub@X@bbcswebdav/xid-12_1`  | `package:*xid-12_1`: the file whose name contains `xid-12_1` |
 * | `https://example.org/a.png`                             | unchanged                   |
 */

const prefix = 'package:'

export function packageImage(address: string, path: string): string {
  const trimmed = decode(address.trim())
  const canvas = /^(?:\$|%24)(?:IMS-CC-FILEBASE|IMS_CC_FILEBASE)(?:\$|%24)\/?(.*)$/i.exec(trimmed)?.[1]
  if (canvas !== undefined) return prefix + resolvePath(withoutQuery(canvas), 'web_resources/')
  const blackboard = /@X@EmbeddedFile\.[^@]*@X@(?:.*\/)?([^/]+)$/.exec(trimmed)?.[1]
  if (blackboard !== undefined) return `${prefix}*${blackboard}`
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(trimmed)) return address.trim()
  return prefix + resolvePath(withoutQuery(trimmed), path)
}

/** Resolves `href` against the folder of `base`. The result has no `.` or `..`. */
export function resolvePath(href: string, base: string): string {
  const start = href.startsWith('/') ? '' : base.slice(0, base.lastIndexOf('/') + 1)
  const parts: string[] = []
  for (const part of `${start}${href}`.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

const imageAddress = /(<img\b[^>]*?\bsrc\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi

/** Replaces the addresses of images in HTML from another tool with `package:` addresses. */
export function markImages(html: string, path: string): string {
  return html.replace(imageAddress, (_, start: string, quoted: string | undefined, single: string | undefined) => {
    const address = (quoted ?? single ?? '').replaceAll('&amp;', '&')
    return `${start}"${packageImage(address, path).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
  })
}

/** The paths of the package images in these texts, such as `items/images/a.png`. */
export function listPackageImages(texts: readonly string[]): string[] {
  const found = texts.flatMap((html) => [...html.matchAll(/\bsrc="package:([^"]*)"/g)].map(([, path = '']) => unescape(path)))
  return [...new Set(found)]
}

/** Replaces package images with stored images. If `addressOf` returns `undefined`, only the alternative text of the image remains. */
export function replaceImages(html: string, addressOf: (path: string) => string | undefined): string {
  return html.replace(/<img\b[^>]*?\bsrc="package:([^"]*)"[^>]*>/gi, (tag, path: string) => {
    const address = addressOf(unescape(path))
    return address === undefined ? (/\balt="([^"]*)"/i.exec(tag)?.[1] ?? '') : tag.replace(`package:${path}`, address)
  })
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

function unescape(attribute: string): string {
  return attribute.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
