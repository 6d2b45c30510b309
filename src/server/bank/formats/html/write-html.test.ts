import { describe, expect, test } from 'vitest'
import { writeHtml } from '#server/bank/formats/html/write-html.ts'
import type { ExportSource } from '#server/bank/export/source.ts'
import { hardCaseStudy, hardQuestions } from '#tests/export-questions.ts'
import { aCertification } from '#tests/factories.ts'
import { anExportSource } from '#tests/export-source.ts'

async function print(source: ExportSource): Promise<string> {
  const pieces: string[] = []
  for await (const piece of writeHtml(source)) pieces.push(piece)
  return pieces.join('')
}

describe('a question paper', () => {
  test('has every question with its number, and the key on a page of its own at the end', async () => {
    const html = await print(anExportSource(hardQuestions, [hardCaseStudy]))
    const [questions = '', key = ''] = html.split('<section class="key">')
    hardQuestions.forEach((_, i) => {
      expect(questions).toContain(`<article id="q${i + 1}"><b class="number">${i + 1}</b>`)
      expect(key).toContain(`<a href="#q${i + 1}">${i + 1}</a>`)
    })
    expect(questions).toContain(`<h2 data-family="erp">MB-800 ${aCertification().name}</h2>`)
    expect(questions).not.toContain('Source:')
    const answers = [...key.matchAll(/<p><b>([^<]*)<\/b><\/p>/g)].map(([, answer]) => answer)
    expect(answers).toEqual(['C', 'A, F', 'B', 'B, C, A', 'C, D, B', '1 B, 2 B', '1 B, 2 A'])
  })

  test('shows a case study once, before its first question', async () => {
    const html = await print(anExportSource(hardQuestions, [hardCaseStudy]))
    expect(html.split('<section class="case">')).toHaveLength(2)
    expect(html.indexOf('<section class="case">')).toBeLessThan(html.indexOf('id="q1"'))
    expect(html).toContain('<h3>Case study: Northwind &quot;&amp;&quot; &lt;Sons&gt;</h3>')
  })

  test('contains its images, and needs no other file', async () => {
    const html = await print(anExportSource(hardQuestions, [hardCaseStudy]))
    expect(html).toContain(`<img src="data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}"`)
    expect(html).not.toMatch(/(?:src|href)="\//)
    expect(html).not.toMatch(/<script|<link/)
  })

  test('says that there are no questions', async () => {
    expect(await print(anExportSource([], []))).toContain('<p>There are no questions.</p>')
  })
})
