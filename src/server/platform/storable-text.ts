/** The shape of a text in a request or a file that PostgreSQL can store, also inside JSON. */
import { z } from 'zod'

/** Without NUL, and without half of a surrogate pair, which `JSON.parse` accepts. */
export const storableText = z.string().regex(/^[^\0\p{Surrogate}]*$/u, 'contains a character that cannot be stored')
