/** Skill areas by their official English name. English pages show that name. */
export const skillAreas: { names: Readonly<Record<string, string>> } = { names: {} }
