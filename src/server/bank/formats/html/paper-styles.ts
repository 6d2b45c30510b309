/** Styles of the question paper. The file is self-contained, so it cannot use the styles of the site. */
export const paperStyles = `
:root { color-scheme: light; font: 1rem/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; }
body { margin: 0; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.25; break-after: avoid; }
h2 { margin-top: 2.5rem; padding-bottom: .25rem; border-bottom: 2px solid #555; }
h2[data-family='erp'] { border-color: #0b6a4f; }
h2[data-family='crm'] { border-color: #2a5bb0; }
h2[data-family='power'] { border-color: #7a3a95; }
article { display: grid; grid-template-columns: 2.75rem minmax(0, 1fr); padding: 1rem 0; border-bottom: 1px solid #ccc; }
article p:first-child { margin-top: 0; }
.number { font-size: 1.15rem; line-height: 1.35; }
.case { margin: 1.5rem 0; padding: 1rem; border: 1px solid #bbb; }
.case h3:first-child { margin-top: 0; }
.note { color: #555; font-size: .9rem; }
ol[class], ul[class] { display: grid; gap: .4rem; margin: .75rem 0; padding: 0; list-style: none; }
.letters > li, .prompts > li { display: flex; gap: .75rem; align-items: baseline; break-inside: avoid; }
.letters > li > b, .prompts > li > b { flex: none; min-width: 1em; }
.letters > li > div, .prompts > li > div { min-width: 0; overflow-wrap: anywhere; }
.letters > li p, .prompts > li p { margin: 0; }
.circle > li::before, .square > li::before { content: ''; flex: none; align-self: start; width: .9em; height: .9em; margin-top: .3em; border: 1px solid #333; }
.circle > li::before { border-radius: 50%; }
.prompts > li::before { content: ''; flex: none; width: 2rem; border-bottom: 1px solid #333; }
.places { display: flex !important; flex-wrap: wrap; gap: 1rem; }
.places > li { min-width: 3rem; padding-top: 1.25em; border-bottom: 1px solid #333; color: #555; font-size: .9rem; }
table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; }
th, td { padding: .25rem .6rem; border: 1px solid #999; text-align: start; vertical-align: top; }
pre { padding: .6rem; border: 1px solid #ccc; white-space: pre-wrap; }
code, kbd { font: .92em ui-monospace, monospace; }
img { max-width: 100%; height: auto; }
a { color: #0b4f9e; overflow-wrap: anywhere; }
@page { margin: 18mm 16mm; }
@media print {
  main { max-width: none; padding: 0; }
  .key { break-before: page; }
  table { display: table; }
  tr, article, .case { break-inside: avoid; }
}
`
