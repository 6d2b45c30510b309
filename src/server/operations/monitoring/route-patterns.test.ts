import { expect, test } from 'vitest'
import { createRoutePatterns } from '#server/operations/monitoring/route-patterns.ts'

const findPattern = createRoutePatterns({
  root: { path: '' },
  home: { parentId: 'root' },
  exam: { parentId: 'root', path: 'exam/:certificationId' },
  admin: { parentId: 'root', path: 'admin' },
  bank: { parentId: 'admin' },
  people: { parentId: 'admin', path: 'people/:personId' },
  latest: { parentId: 'root', path: 'api/attempts/latest' },
  moves: { parentId: 'root', path: 'api/attempts/:attemptId/moves' },
  auth: { parentId: 'root', path: 'api/auth/*' },
  notFound: { parentId: 'root', path: '*' },
})

test.each([
  ['/', '/'],
  ['/_.data', '/.data'],
  ['/exam/mb-800?set=all', '/exam/:certificationId'],
  ['/exam/mb-800.data?_routes=x', '/exam/:certificationId.data'],
  ['/admin', '/admin'],
  ['/admin/people/7', '/admin/people/:personId'],
  ['/api/attempts/latest', '/api/attempts/latest'],
  ['/api/attempts/latest/moves', '/api/attempts/:attemptId/moves'],
  ['/api/auth/sign-in/email', '/api/auth/*'],
  ['/assets/root-B1a2.js', '/assets/*'],
  ['/exam/mb-800/what', '/*'],
  ['/wp-login.php', '/*'],
  ['/wp-login.data', '/*.data'],
])('the pattern of %s is %s', (url, pattern) => {
  expect(findPattern(url)).toBe(pattern)
})
