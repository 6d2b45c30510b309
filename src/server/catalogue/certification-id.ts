/** The id of a certification in a request or a file, such as `mb-800`. The schema does not check whether it exists. */
import { z } from 'zod'

export const certificationId = z
  .string()
  .max(64)
  .regex(/^[\w-]+$/)
