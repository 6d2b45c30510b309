/**
 * `npm run check-links [-- --offline] [--content]`: checks the links to other sites. With `--offline`, checks only their form. With `--content`,
 * reads the links of questions and certifications from the content files instead of the database.
 */
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '#server/config.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import { listGuideLinks } from '#server/guides/guide-links.ts'
import { groupByAddress, findLinkProblem, listContentLinks, listStoredLinks, type ExternalLink } from '#server/links/external-links.ts'
import { readGuides } from '#server/guides/guides.ts'
import { checkAddresses, type LinkVerdict } from '#server/links/link-check.ts'
import { internet } from '#server/links/safe-fetch.ts'
import { site as english } from '#web/text/en/site.ts'
import { site as french } from '#web/text/fr/site.ts'
import { runCommand, withDatabaseOrServer } from './command.ts'

const options = ['--offline', '--content']
const contentFolder = join(import.meta.dirname, '../content')

const headings: [LinkVerdict['kind'], string][] = [
  ['dead', 'Dead:'],
  ['moved', 'Moved permanently:'],
  ['unclear', 'Unclear, try again later:'],
  ['refused', 'Not requested:'],
]

type Places = ReadonlyMap<string, readonly string[]>

await runCommand(async (config, words) => {
  if (words.some((word) => !options.includes(word))) throw new CommandProblem('Usage: npm run check-links -- [--offline] [--content]')
  const links = words.includes('--content') ? await listContentLinks(contentFolder) : await readStoredLinks(config)
  const guides = await readGuides(contentFolder)
  const places = groupByAddress([...footerLinks(), ...guides.flatMap(listGuideLinks), ...links])
  console.log(`Found ${places.size} addresses in ${[...places.values()].flat().length} links.`)
  if (words.includes('--offline')) checkForm(places)
  else await checkOnline(places)
}, options)

function footerLinks(): ExternalLink[] {
  return [...english.resourceLinks, ...french.resourceLinks]
    .filter(({ href }) => !href.startsWith('/'))
    .map(({ label, href }) => ({ address: href, where: `footer, ${label}` }))
}

async function readStoredLinks(config: Config): Promise<ExternalLink[]> {
  const links: ExternalLink[] = []
  await withDatabaseOrServer(
    config,
    async ({ db }) => {
      for await (const link of listStoredLinks(db)) links.push(link)
    },
    { command: 'list-links', body: {} },
    async (answer) => {
      if (!('stream' in answer)) throw new Error('The response of the server has no links')
      for await (const line of createInterface(answer.stream)) links.push(JSON.parse(line) as ExternalLink)
    },
  )
  return links
}

function checkForm(places: Places): void {
  const bad = [...places.keys()].flatMap((address) => {
    const problem = findLinkProblem(address)
    return problem ? [`${address} ${problem}`, ...formatPlaces(places, address)] : []
  })
  for (const line of bad) console.log(line)
  if (bad.length > 0) process.exitCode = 1
  else console.log('All links are valid. No requests were sent.')
}

async function checkOnline(places: Places): Promise<void> {
  console.log('Requesting the addresses, at most two per second and host...')
  const verdicts = await checkAddresses(places.keys(), { ...internet, wait: (ms) => setTimeout(ms), now: () => new Date() })
  for (const [kind, heading] of headings) {
    const found = [...verdicts].filter(([, verdict]) => verdict.kind === kind)
    if (found.length > 0) console.log(heading)
    for (const [address, verdict] of found)
      for (const line of [`  ${address} ${formatVerdict(verdict)}`, ...formatPlaces(places, address)]) console.log(line)
  }
  const kinds = [...verdicts.values()].map(({ kind }) => kind)
  console.log(`${kinds.filter((kind) => kind === 'fine').length} of ${kinds.length} addresses work.`)
  if (kinds.includes('dead')) process.exitCode = 1
}

function formatVerdict(verdict: LinkVerdict): string {
  switch (verdict.kind) {
    case 'fine':
      return 'works'
    case 'moved':
      return `moved to ${verdict.to}`
    case 'dead':
    case 'unclear':
    case 'refused':
      return verdict.reason
  }
}

function formatPlaces(places: Places, address: string): string[] {
  return (places.get(address) ?? []).map((where) => `    ${where}`)
}
