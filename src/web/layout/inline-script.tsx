/** An inline script of a page. Its text is in the HTML, and not in the scripts that pages download. */
import { createContext, use } from 'react'
import type { scriptTexts } from '#web/layout/script-texts.server.ts'

type ScriptTexts = ReturnType<typeof scriptTexts>

/** The nonce and the texts of inline scripts. Provided only during server rendering. */
export const InlineScripts = createContext<{ nonce: string; texts: ScriptTexts } | undefined>(undefined)

export function InlineScript({ name }: { name: keyof ScriptTexts }) {
  const scripts = use(InlineScripts)
  return (
    <script nonce={scripts?.nonce} suppressHydrationWarning>
      {scripts?.texts[name] ?? ''}
    </script>
  )
}
