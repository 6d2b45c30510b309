/** The descriptions of certifications by their English text, which English pages show as it is in `content/certifications.json`. */
export const certificationDescriptions: Readonly<Record<string, string>> = {}
