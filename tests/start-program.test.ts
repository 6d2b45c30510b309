import { expect, test } from 'vitest'
import { findFreePort } from '#tests/free-port.ts'
import { startProgram } from '#tests/start-program.ts'

test.each([
  ['ends', 'process.exit(3)', 'exit code 3'],
  ['is killed', "process.kill(process.pid, 'SIGKILL')", 'signal SIGKILL'],
])('a program that %s before it is ready is not waited for', async (_, code, expected) => {
  const starting = startProgram(process.execPath, ['-e', code], `http://127.0.0.1:${await findFreePort()}`)
  await expect(starting).rejects.toThrow(`ended with ${expected}`)
})
