/** English texts by area. Texts quoted from spec §2, §5, and §8 are word for word. */
import { exam } from '#web/text/en/practice.ts'
import { site } from '#web/text/en/site.ts'

export const en = { site, exam }
