/** Values that every request provides to loaders, actions, and middleware. */
import { createContext } from 'react-router'
import type { Log } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import type { ReadViewer } from '#server/accounts/index.ts'

export const servicesContext = createContext<Services>()

/** Public scheme and host of the site, without a trailing slash: `https://praxam.example`. */
export const originContext = createContext<string>()

/** The reference of this request in error messages and in the log: `7KQ2-M9TX`. */
export const referenceContext = createContext<string>()

/** The log, with the reference of this request on every line. */
export const logContext = createContext<Log>()

/** The nonce of the inline scripts of this page. */
export const nonceContext = createContext<string>()

/** Reads the viewer of this request, at most once. Use `web/accounts/viewer.ts` instead. */
export const viewerContext = createContext<() => Promise<ReadViewer>>()
