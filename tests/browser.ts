/** The browser for journeys and benchmarks: which one this machine has, and how it is started. */
import { chromium } from '@playwright/test'
import { access, constants, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const isRoot = process.getuid?.() === 0

/** Arguments for every start. None of them turns off a security check that pages rely on. The sandbox does not work for root. */
export const browserArguments: readonly string[] = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Path of a Chromium to start: `CHROME_PATH`, or else the one from `npm ci` (Linux on x64), or else Playwright's own download, or else the
 * system's. The browser from `npm ci` is a headless shell. It takes less than half the time of a complete browser and is the same on every
 * machine. For this browser, `LD_LIBRARY_PATH` and `FONTCONFIG_PATH` of this process are set, so that the browser inherits them.
 *
 * @throws {Error} when `CHROME_PATH` is not a program, or no browser is found; the message then says how to get one
 */
export async function findBrowser(): Promise<string> {
  const chosen = process.env['CHROME_PATH']
  if (chosen) {
    if (await isProgram(chosen)) return chosen
    throw new Error(`CHROME_PATH names ${chosen}, which is not a program`)
  }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser()
  for (const path of [chromium.executablePath(), ...systemBrowsers()]) {
    if (await isProgram(path)) return path
  }
  throw new Error('No Chromium found. Run `npx playwright install chromium`, or set CHROME_PATH')
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

function systemBrowsers(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  }
  if (process.platform === 'win32') {
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
      .map((name) => process.env[name])
      .filter((folder) => folder !== undefined)
      .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'))
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  return (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
}

/**
 * The browser of `@sparticuz/chromium`. It is unpacked with its libraries and fonts into a folder of this user.
 *
 * The package's own list of browser arguments is not used, because it turns off web security and process isolation, which the journeys
 * check.
 */
async function unpackBrowser(): Promise<string> {
  const packed = await import('@sparticuz/chromium')
  const archives = new URL('../bin/', import.meta.resolve('@sparticuz/chromium'))
  const folder = join(tmpdir(), `praxam-chromium-153-${process.getuid?.() ?? 0}`)
  if (!(await isProgram(join(folder, 'chromium')))) {
    // Several processes may unpack at the same time. Each fills its own folder, and the first to finish renames its folder to the final name.
    const own = await mkdtemp(`${folder}-`)
    await inTemporaryFolder(own, async () => {
      await packed.inflate(new URL('al2023.tar.br', archives).pathname)
      await packed.default.executablePath()
    })
    // The font configuration names a folder in /tmp. Without a font, texts would have no height.
    const fontList = join(own, 'fonts', 'fonts.conf')
    await writeFile(fontList, (await readFile(fontList, 'utf8')).replaceAll('/tmp/fonts', join(folder, 'fonts')))
    await rename(own, folder).catch(() => rm(own, { recursive: true, force: true }))
  }
  await inTemporaryFolder(folder, async () => packed.setupLambdaEnvironment(join(folder, 'al2023', 'lib')))
  return join(folder, 'chromium')
}

/** Runs the work with `folder` as the temporary folder of the system, because the package unpacks only there. */
async function inTemporaryFolder(folder: string, work: () => Promise<void>): Promise<void> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    await work()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}
