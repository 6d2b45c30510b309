/** Cleans up after a release and updates saved exams while pages of the site are open. */
import type { Release } from './messages.ts'
import { hasEarlierFiles, removeEarlierReleases } from './releases.ts'
import { findOutdatedExam, saveExam } from './saved-exams.ts'
import type { SiteCopy } from './site-copy.ts'
import { removeUnused } from './storage.ts'

declare const self: ServiceWorkerGlobalScope

const rollCallMs = 1_000

/** The builds that open pages reported in the latest roll call, by page id. */
let reportedBuilds: Map<string, string | undefined> | undefined

export async function runMaintenance(copy: SiteCopy): Promise<void> {
  if (!isReleasePending() && (await hasEarlierFiles(copy))) {
    const openBuilds = await listOpenBuilds(copy.build)
    if (!isReleasePending()) await removeEarlierReleases(copy, openBuilds)
  }
  const outdated = await findOutdatedExam(copy)
  if (outdated && !(await saveExam(copy, outdated.id))) await removeUnused(copy)
}

/** Whether a release is being installed. Its files are already in the caches and must not be removed. */
function isReleasePending(): boolean {
  return self.registration.installing !== null || self.registration.waiting !== null
}

/** Builds of the open pages, or `undefined` if a page did not respond. */
async function listOpenBuilds(build: string): Promise<Set<string> | undefined> {
  const reported = new Map<string, string | undefined>()
  reportedBuilds = reported
  await announce({ release: build, isRollCall: true })
  await new Promise((resolve) => setTimeout(resolve, rollCallMs))
  const pages = await listOpenPages()
  if (pages.some(({ id }) => !reported.has(id))) return undefined
  return new Set([...reported.values()].filter((build) => build !== undefined))
}

export function recordOpenPage(clientId: string, build: string | undefined): void {
  reportedBuilds?.set(clientId, build)
}

export async function announce(release: Release): Promise<void> {
  for (const page of await listOpenPages()) page.postMessage(release)
}

function listOpenPages() {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}
