/** The addresses of lists for administrators: search, filters, and page as query parameters. */

/** A parameter, truncated to the maximum length and without characters that the database rejects. */
export function readText(parameters: URLSearchParams, name: string, lengthMax: number): string {
  return (parameters.get(name) ?? '').replaceAll('\0', '').slice(0, lengthMax)
}

/** The path with all parameters that have a value. */
export function printAddress(path: string, values: Readonly<Record<string, string | false | undefined>>): string {
  const query = new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return query.size > 0 ? `${path}?${query}` : path
}
