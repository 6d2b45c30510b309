/** What a column of a table can mean, and which columns questions need. */

export const columnMeanings = [
  'text',
  'option',
  'options',
  'key',
  'reason',
  'explanation',
  'reference',
  'category',
  'type',
  'difficulty',
  'id',
  'image',
] as const

/** `''` means that the column is ignored. */
export type ColumnMeaning = (typeof columnMeanings)[number] | ''

export function isColumnMeaning(value: unknown): value is ColumnMeaning {
  return value === '' || columnMeanings.some((meaning) => meaning === value)
}

/** What an administrator chose for the columns of a table. `hasHeader`: the first row has names. */
export type ColumnChoice = { readonly meanings: readonly ColumnMeaning[]; readonly hasHeader: boolean }

/** The columns of a table and how they are read. `examples` has a value per column. `missing` are meanings that questions need but no column has. */
export type ImportColumns = ColumnChoice & {
  readonly names: readonly string[]
  readonly examples: readonly string[]
  readonly missing: readonly ColumnMeaning[]
}

/** Questions need a text, an answer key, and options. A single column with all options replaces several columns with one option each. */
export function listMissing(meanings: readonly ColumnMeaning[]): ColumnMeaning[] {
  const hasOptions = meanings.includes('options') || meanings.filter((meaning) => meaning === 'option').length > 1
  return [...(['text', 'key'] as const).filter((meaning) => !meanings.includes(meaning)), ...(hasOptions ? [] : (['option'] as const))]
}
