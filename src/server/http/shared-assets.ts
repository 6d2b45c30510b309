/**
 * Assets of other builds. During a release, a page of one build may ask a process of another build for its scripts, and a page that was
 * opened before an update loads more of them later. So each process links or copies the assets of its build into a shared folder,
 * `<folder>/<build>/<name>`, and answers requests for all assets in it. Names contain a hash, so the content under a name never changes.
 */
import { randomUUIDv7 } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, utimes } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sendPrecompressed } from '#server/http/precompressed-response.ts'
import { assetsPath, isCompressedVersion, readStaticFile } from '#server/http/static-files.ts'
import type { Log } from '#server/log.ts'
import { removeAbandoned, removeOldest } from '#server/platform/folders.ts'

export type SharedAssets = {
  /** Sends an asset of another build. Returns `false` if there is none. */
  send: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
}

/** How many builds are kept: those that were started most recently, including the current one. */
export const assetBuildsKeptMax = 5
/** An unknown name makes the process read the folder again, but not more often than this. The request waits for the result. */
const listIntervalMs = 1_000
/** The names of builds, without copies in progress. */
const buildPattern = /^[\da-f]+$/
const partialMark = '.partial-'

/** `now` is monotonic, in milliseconds. */
export type AssetsClock = { now: () => number; wait: (ms: number) => Promise<void> }

const systemClock: AssetsClock = { now: () => performance.now(), wait: (ms) => pause(ms) }

type SharedFolder = { folder: string; build: string; assets: string }

/**
 * Links or copies the assets of this build, in the folder `assets`, into the shared folder. If that is not possible, a warning is logged, and only
 * requests for assets of other builds are answered.
 */
export async function shareAssets(
  { folder, build, assets }: SharedFolder,
  log: Log,
  clock: AssetsClock = systemClock,
): Promise<SharedAssets> {
  try {
    await addAssets(assets, join(folder, build))
    await removeOldest(folder, buildPattern, assetBuildsKeptMax)
    await removeAbandoned(folder, new RegExp(partialMark))
  } catch (error) {
    log.warn({ error, folder }, 'The assets of this build could not be copied, so pages of this build may fail during the next update')
  }
  const find = createIndex(folder, clock)
  return {
    send: async (request, response) => {
      const [address = ''] = (request.url ?? '').split('?')
      if (!address.startsWith(assetsPath) || (request.method !== 'GET' && request.method !== 'HEAD')) return false
      const path = await find(address)
      // Another process may have removed the build since the folder was read.
      const file = path && (await readStaticFile(path, address))
      if (!file) return false
      sendPrecompressed(file, request, response)
      return true
    },
  }
}

/**
 * Finds the path of an asset by its address. Requests of one page arrive together, and another process may have shared its build after the
 * folder was read, so a name counts as unknown only after a listing that began after its request.
 */
function createIndex(folder: string, { now, wait }: AssetsClock): (address: string) => Promise<string | undefined> {
  let paths = new Map<string, string>()
  let listedAt = -Infinity
  let current = Promise.resolve()
  let next: Promise<void> | undefined

  const list = async () => {
    listedAt = now()
    paths = await listAssets(folder).catch(() => new Map<string, string>())
  }
  const listWhenDue = async () => {
    await wait(Math.max(0, listedAt + listIntervalMs - now()))
    next = undefined
    current = list()
    await current
  }
  return async (address) => {
    if (!paths.has(address)) await current
    if (!paths.has(address)) await (next ??= listWhenDue())
    return paths.get(address)
  }
}

/** Uses a temporary name first, so that a build in the shared folder is always complete. */
async function addAssets(assets: string, target: string): Promise<void> {
  if (!existsSync(target)) {
    const partial = `${target}${partialMark}${randomUUIDv7()}`
    try {
      await mkdir(partial, { recursive: true })
      for (const name of await readdir(assets)) await linkOrCopy(join(assets, name), join(partial, name))
      await rename(partial, target)
    } catch (error) {
      await rm(partial, { recursive: true, force: true })
      // Another process of the same build may have copied them first.
      if (!existsSync(target)) throw error
    }
  }
  await utimes(target, new Date(), new Date())
}

/** A link takes a tenth of the time of a copy, but only works on the same disk, and on some systems only for the owner of the file. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to))
}

/** The path of each asset by its address. If several builds have an asset, any of its copies will do: equal names have equal contents. */
async function listAssets(folder: string): Promise<Map<string, string>> {
  const builds = (await readdir(folder)).filter((name) => buildPattern.test(name))
  const lists = builds.map(async (build) => {
    const names = await readdir(join(folder, build)).catch(() => [])
    return names
      .filter((name) => !isCompressedVersion(name))
      .map((name): [string, string] => [assetsPath + name, join(folder, build, name)])
  })
  return new Map((await Promise.all(lists)).flat())
}
