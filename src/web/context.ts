/** What a request brings along to loaders, actions and middleware. */
import { createContext } from 'react-router'
import type { Services } from '#server/services.ts'

export const servicesContext = createContext<Services>()

/** Scheme and host under which people reach the site, without a slash at the end: `https://praxam.example`. */
export const originContext = createContext<string>()

/** The nonce that scripts of this rendering carry. */
export const nonceContext = createContext<string>()
