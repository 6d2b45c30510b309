/** The id of a certification in a body, such as `mb-800`; whether there is one is asked later. */
import { z } from 'zod'

export const certificationId = z
  .string()
  .max(64)
  .regex(/^[\w-]+$/)
