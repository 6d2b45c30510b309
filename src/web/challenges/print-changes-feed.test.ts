import { expect, test } from 'vitest'
import type { LoggedChange } from '#server/challenges/index.ts'
import { printChangesFeed } from '#web/challenges/print-changes-feed.ts'

const change = (values: Partial<LoggedChange> = {}): LoggedChange => ({
  id: '01a20000-0000-7000-8000-000000000001',
  at: '2026-11-23T12:00:00.000Z',
  kind: 'answer_key',
  publicReason: 'It is C.',
  question: 'Which year?',
  skillArea: 'Finance',
  fields: [],
  ...values,
})

test('a feed has what RFC 4287 requires, with ids that stay', () => {
  const older = change({
    id: '01a20000-0000-7000-8000-000000000002',
    at: '2026-11-20T12:00:00.000Z',
    kind: 'removed',
    question: undefined,
  })
  expect(printChangesFeed('https://praxam.example', 'mb-800', [change(), older])).toBe(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>https://praxam.example/certifications/mb-800/changes</id>
  <title>MB-800 corrections on Praxam</title>
  <subtitle>What was corrected in the practice questions for MB-800, when, and why.</subtitle>
  <updated>2026-11-23T12:00:00.000Z</updated>
  <author><name>Praxam</name></author>
  <link rel="alternate" type="text/html" href="https://praxam.example/certifications/mb-800/changes"/>
  <link rel="self" type="application/atom+xml" href="https://praxam.example/certifications/mb-800/changes.atom"/>
  <entry>
    <id>urn:uuid:01a20000-0000-7000-8000-000000000001</id>
    <title>Answer key corrected: Which year?</title>
    <published>2026-11-23T12:00:00.000Z</published>
    <updated>2026-11-23T12:00:00.000Z</updated>
    <link rel="alternate" type="text/html" href="https://praxam.example/certifications/mb-800/changes#01a20000-0000-7000-8000-000000000001"/>
    <content type="text">It is C.</content>
  </entry>
  <entry>
    <id>urn:uuid:01a20000-0000-7000-8000-000000000002</id>
    <title>Question removed</title>
    <published>2026-11-20T12:00:00.000Z</published>
    <updated>2026-11-20T12:00:00.000Z</updated>
    <link rel="alternate" type="text/html" href="https://praxam.example/certifications/mb-800/changes#01a20000-0000-7000-8000-000000000002"/>
    <content type="text">It is C.</content>
  </entry>
</feed>
`)
})

test('markup stays text, and characters that XML forbids are left out', () => {
  const feed = printChangesFeed('https://praxam.example', 'mb-800', [
    change({ publicReason: '<script>a & "b"</script>\u0000\u000B\uFFFE\uD800 ]]> 😀', question: 'Is 1 < 2?' }),
  ])
  expect(feed).toContain('<content type="text">&lt;script&gt;a &amp; &quot;b&quot;&lt;/script&gt; ]]&gt; 😀</content>')
  expect(feed).toContain('<title>Answer key corrected: Is 1 &lt; 2?</title>')
})

test('a feed without corrections says that it never changed', () => {
  const feed = printChangesFeed('https://praxam.example', 'mb-800', [])
  expect(feed).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
  expect(feed).not.toContain('<entry>')
})
