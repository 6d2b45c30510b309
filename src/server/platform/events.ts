/**
 * Events in the process, for metrics and traces. An event without a subscriber costs nothing. Node finds channels by name, so the web
 * build, which contains a copy of this module, publishes to the same channels.
 */
import { channel } from 'node:diagnostics_channel'

export type AppEvent<Value> = {
  publish: (value: Value) => void
  hasSubscribers: () => boolean
  /** Calls `receive` for each event, synchronously and in the context of the publisher. Returns a function that ends the subscription. */
  subscribe: (receive: (value: Value) => void) => () => void
}

function createEvent<Value>(name: string): AppEvent<Value> {
  const events = channel(`praxam:${name}`)
  return {
    publish: (value) => events.publish(value),
    hasSubscribers: () => events.hasSubscribers,
    subscribe: (receive) => {
      const listener = (value: unknown) => receive(value as Value)
      events.subscribe(listener)
      return () => {
        events.unsubscribe(listener)
      }
    },
  }
}

/** A public page was requested. On a miss, the page is rendered. */
export const pageLookups = createEvent<'hit' | 'miss'>('page-lookup')
/** Moves of an attempt were saved. `conflicts` counts answers that were refused because another device was first. */
export const saves = createEvent<{ moves: number; conflicts: number }>('save')
/** A reply of the tutor ended. `removedCitations`: citations of sources that the model was not given. */
export const tutorReplies = createEvent<{ reason: string; removedCitations: number }>('tutor-reply')
/** An attempt to send a message or to purge shared caches, or a maintenance task, failed. The value is the name of the queue. */
export const jobFailures = createEvent<string>('job-failure')
/** A database statement ended. Its text has parameters instead of values. */
export const statements = createEvent<{ text: string; durationMs: number; error: unknown }>('statement')
