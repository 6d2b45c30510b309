/** English texts by area. Texts quoted from spec §2, §5, and §8 are word for word. */
import { catalogue } from '#web/text/en/catalogue.ts'
import { exam } from '#web/text/en/practice.ts'
import { home } from '#web/text/en/home.ts'
import { site } from '#web/text/en/site.ts'

export const en = { site, home, catalogue, exam }
