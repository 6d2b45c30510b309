/**
 * The pattern of the route that serves an address, for labels of metrics and names of traces. There are only as many patterns as routes, and
 * they contain no ids.
 *
 * | address | pattern |
 * |---|---|
 * | `/exam/mb-800?set=all` | `/exam/:certificationId` |
 * | `/exam/mb-800.data`, the data of a page | `/exam/:certificationId.data` |
 * | `/fr/exam/mb-800` | `/exam/:certificationId` |
 * | `/assets/root-B1a2.js` | `/assets/*` |
 * | `/wp-login.php` | `/*` |
 */
import { splitLanguage } from '#exam/languages.ts'
import { parseDataAddress } from '#exam/react-router-internals.ts'

/** A route of the web build. */
export type BuildRoute = { parentId?: string | undefined; path?: string | undefined }
type BuildRoutes = Readonly<Record<string, BuildRoute | undefined>>

/** Routes that share a prefix share its nodes. */
type RouteNode = { literals: Map<string, RouteNode>; parameter?: RouteNode; wildcard?: string; pattern?: string }

/** Takes the address of a request, with or without a query. */
export type FindPattern = (url: string) => string

/** Addresses that the server answers without a route. */
const pathsWithoutRoute = ['/assets/*', '/chunks/*', '/metrics', '/*']

export function createRoutePatterns(routes: BuildRoutes): FindPattern {
  const root: RouteNode = { literals: new Map() }
  for (const route of Object.values(routes)) if (route?.path !== undefined) add(root, fullPath(route, routes))
  for (const path of ['/', ...pathsWithoutRoute]) add(root, path)
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    const page = parseDataAddress(path, '')
    const pattern = find(root, segmentsOf(splitLanguage(page?.path ?? path).path)) ?? '/*'
    return page ? `${pattern}.data` : pattern
  }
}

function fullPath({ path = '', parentId }: BuildRoute, routes: BuildRoutes): string {
  const parent = parentId === undefined ? undefined : routes[parentId]
  return parent ? `${fullPath(parent, routes)}/${path}` : path
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function add(root: RouteNode, path: string): void {
  const segments = segmentsOf(path)
  const pattern = `/${segments.join('/')}`
  let node = root
  for (const segment of segments) {
    if (segment === '*') {
      node.wildcard = pattern
      return
    }
    node = segment.startsWith(':') ? (node.parameter ??= { literals: new Map() }) : findOrAdd(node.literals, segment)
  }
  node.pattern = pattern
}

function findOrAdd(nodes: Map<string, RouteNode>, segment: string): RouteNode {
  const node = nodes.get(segment) ?? { literals: new Map<string, RouteNode>() }
  nodes.set(segment, node)
  return node
}

function find(node: RouteNode, [segment, ...rest]: readonly string[]): string | undefined {
  if (segment === undefined) return node.pattern
  const literal = node.literals.get(segment)
  return (literal && find(literal, rest)) ?? (node.parameter && find(node.parameter, rest)) ?? node.wildcard
}
