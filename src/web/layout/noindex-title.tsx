/** The title of a page that search engines must not index: a personal page or an error. */
export function NoindexTitle({ children }: { children: string }) {
  return (
    <>
      <title>{children}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
