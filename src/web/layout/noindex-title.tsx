/** Title of a page that search engines leave out: it belongs to one person, or there is nothing at its address. */
export function NoindexTitle({ children }: { children: string }) {
  return (
    <>
      <title>{children}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
