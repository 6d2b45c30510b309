/** The color of the browser window: `--paper` of tokens.css for each theme, as in the manifest. */
export function ThemeColors() {
  return (
    <>
      <meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)" content="#f5f9f7" />
      <meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)" content="#0f1414" />
    </>
  )
}
