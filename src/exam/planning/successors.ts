/**
 * French texts for the replacements of retired exams, by the English text in `content/certifications.json`. Replacements that are just ids,
 * such as `AB-410`, need no translation.
 */
const inFrench: Readonly<Record<string, string>> = {
  'MB-310 or MB-330': 'MB-310 ou MB-330',
  'MB-310 or MB-330, both Associate level': 'MB-310 ou MB-330, tous deux de niveau Associate',
  'AB-210, Associate level': 'AB-210, de niveau Associate',
  'AB-410 (different skills)': 'AB-410, qui évalue d’autres compétences',
  'AB-100 (not one to one)': 'AB-100, qui ne lui correspond qu’en partie',
}

/** `AB-410 (different skills)` → `AB-410, qui évalue d’autres compétences`. */
export function successorInFrench(words: string): string {
  return inFrench[words] ?? words
}
