/** Lets the server handle requests between the steps of long work, because the embedded database does not yield to them. */
import { setImmediate } from 'node:timers/promises'

export async function yieldToRequests(): Promise<void> {
  await setImmediate()
}
