/** What a request brings along to loaders, actions and middleware. */
import { createContext } from 'react-router'
import type { Log } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import type { ReadViewer } from '#server/accounts/index.ts'

export const servicesContext = createContext<Services>()

/** Scheme and host under which people reach the site, without a slash at the end: `https://praxam.example`. */
export const originContext = createContext<string>()

/** Names this request towards people and in the log: `7KQ2-M9TX`. */
export const referenceContext = createContext<string>()

/** The log, with the reference of this request on every line. */
export const logContext = createContext<Log>()

/** The nonce that scripts of this rendering carry. */
export const nonceContext = createContext<string>()

/** Reads who makes this request, once. Through `web/accounts/viewer.ts`. */
export const viewerContext = createContext<() => Promise<ReadViewer>>()
