/** A learner record as text: one line for each entry of a list, so that the file is readable and small. */
export function printRecord(record: object): string {
  const fields = Object.entries(record).map(([name, value]) => `  ${JSON.stringify(name)}: ${printValue(value)}`)
  return `{\n${fields.join(',\n')}\n}\n`
}

function printValue(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
  return `[\n${value.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`
}
