/** Fails if an upgrade of React Router changes what we use beyond its documented API. Builds a site with one page. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  documentLoadHeaders,
  findPageAddress,
  findRoutesParameter,
  lowerScriptPriority,
  manifestFileName,
  manifestVariable,
  parseDataAddress,
  parseManifest,
} from '#exam/react-router-internals.ts'

const root = join(import.meta.dirname, '..')
const sources = {
  'package.json': '{ "type": "module" }',
  'vite.config.js': `import { reactRouter } from '@react-router/dev/vite'\nexport default { plugins: [reactRouter()] }`,
  'react-router.config.js': `export default { routeDiscovery: { mode: 'initial' } }`,
  'app/routes.js': `import { index } from '@react-router/dev/routes'\nexport default [index('home.jsx')]`,
  'app/root.jsx': `import { Outlet, Scripts } from 'react-router'\nexport default () => <html><body><Outlet /><Scripts /></body></html>`,
  'app/home.jsx': `export const loader = () => ({ text: 'data' })\nexport default () => <p>Home</p>`,
}

describe('the internals of React Router', () => {
  let folder = ''
  let handle: ReturnType<typeof createRequestHandler>
  let manifestScript = ''
  beforeAll(async () => {
    // The folder is inside the project, so that the packages are found. Git ignores it.
    const parent = join(root, '.react-router')
    mkdirSync(parent, { recursive: true })
    folder = mkdtempSync(join(parent, 'internals-'))
    mkdirSync(join(folder, 'app'))
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text)
    const command = join(root, 'node_modules/@react-router/dev/bin.cjs')
    const { status, stderr } = spawnSync(process.execPath, [command, 'build'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (status !== 0) throw new Error(stderr.toString())
    const assets = join(folder, 'build/client/assets')
    const name = readdirSync(assets).find((file) => manifestFileName.test(file)) ?? ''
    manifestScript = readFileSync(join(assets, name), 'utf8')
    handle = createRequestHandler((await import(join(folder, 'build/server/index.js'))) as ServerBuild, 'production')
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const request = (path: string) => handle(new Request(`https://praxam.example${path}`))

  test('include the manifest of the browser files', () => {
    expect(manifestScript).toContain(`window.${manifestVariable}=`)
    const { version, url, entry, routes } = parseManifest(manifestScript)
    expect(url).toBe(`/assets/manifest-${version}.js`)
    expect(entry.module).toMatch(/^\/assets\/entry\.client-.+\.js$/)
    expect(routes['home']).toMatchObject({
      parentId: 'root',
      hasDefaultExport: true,
      module: expect.stringMatching(/^\/assets\/home-.+\.js$/),
    })
  })

  test('include module preloads in the HTML', async () => {
    const html = await (await request('/')).text()
    expect(lowerScriptPriority(html)).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/')
  })

  test('include the address of the data of a page', async () => {
    const response = await request('/_.data?_routes=home')
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('data')
    expect(parseDataAddress('/_.data', '_routes=home')).toEqual({ path: '/', query: '' })
    expect(parseDataAddress('/exam/mb-800.data', 'set=all&_routes=home')).toEqual({ path: '/exam/mb-800', query: 'set=all' })
    expect(parseDataAddress('/exam/mb-800', '')).toBeUndefined()
    expect(findPageAddress('/_.data', '_routes=home')).toBe('/')
    expect(findPageAddress('/admin.data', 'index&edit=7&_routes=a%2Fb')).toBe('/admin?edit=7')
    expect(findRoutesParameter('set=all&_routes=a%2Fb')).toBe('_routes=a%2Fb')
    expect(findRoutesParameter('_routes=a&set=all')).toBeNull()
    expect(findRoutesParameter('set=all')).toBeUndefined()
  })

  test('include the response that makes the router load a document', () => {
    // The browser code is not exported, so this checks its source.
    const source = readFileSync(join(root, 'node_modules/react-router/dist/production/lib/dom/ssr/single-fetch.js'), 'utf8')
    expect(Object.keys(documentLoadHeaders('/'))).toEqual(['X-Remix-Redirect', 'X-Remix-Reload-Document'])
    expect(source).toContain('res.status === 204 && res.headers.has("X-Remix-Redirect")')
    expect(source).toContain('reload: res.headers.get("X-Remix-Reload-Document") === "true"')
  })
})
