/** Reads the text format of Prometheus. Source: prometheus.io/docs/instrumenting/exposition_formats. */

export type Sample = { name: string; labels: Record<string, string>; value: number }
export type MetricFamily = { name: string; type: string; help: string; samples: Sample[] }

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const labelPair = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/g

/** @throws {Error} at a line that Prometheus would refuse */
export function parseMetrics(text: string): MetricFamily[] {
  const families = new Map<string, MetricFamily>()
  let current: MetricFamily | undefined
  for (const line of text.split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (keyword === 'HELP') families.set(name, (current = { name, help: rest, type: '', samples: [] }))
    else if (keyword === 'TYPE' && current?.name === name) current.type = rest
    else if (line !== '') current?.samples.push(parseSample(line, current.name))
  }
  return [...families.values()]
}

function parseSample(line: string, family: string): Sample {
  const [, name = '', labelText = '', number = ''] = sampleLine.exec(line) ?? []
  // A value without measurements is `NaN`.
  const isNumber = /^nan$/i.test(number) || !Number.isNaN(Number(number))
  if (!name.startsWith(family) || !isNumber) throw new Error(`Not a sample of ${family}: ${line}`)
  const pairs = [...labelText.matchAll(labelPair)]
  if (pairs.map(([pair]) => pair).join('') !== labelText) throw new Error(`Labels of ${line}`)
  return { name, labels: Object.fromEntries(pairs.map(([, key, value]) => [key, value])), value: Number(number) }
}

/** The value of a sample with these labels, or `undefined`. */
export function valueOf(families: readonly MetricFamily[], name: string, labels: Record<string, string> = {}): number | undefined {
  const samples = families.flatMap((family) => family.samples)
  return samples.find((sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    ?.value
}
