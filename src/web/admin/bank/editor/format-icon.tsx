/** Icons of the toolbar. Separate from `ui/icon.tsx`, which every page loads. */
const paths = {
  bold: 'M6 3.5h5a3.2 3.2 0 0 1 0 6.5H6zM6 10h6a3.3 3.3 0 0 1 0 6.5H6z',
  italic: 'M9 3.5h6M5 16.5h6M12 3.5l-4 13',
  code: 'm6.5 5.5-4.5 4.5 4.5 4.5M13.5 5.5l4.5 4.5-4.5 4.5',
  list: 'M8 5h9M8 10h9M8 15h9M3.5 5h.1M3.5 10h.1M3.5 15h.1',
  numbers: 'M9 5h8M9 10h8M9 15h8M3 3.5l1.2-.8v4.6M2.8 12.6c.3-1 2.4-1 2.4.3 0 1-2.2 1.6-2.4 2.9h2.6',
  heading: 'M5 4v12M14 4v12M5 10h9',
  link: 'M8.5 11.5a3.5 3.5 0 0 0 5 0l2.5-2.5a3.5 3.5 0 0 0-5-5l-1 1M11.5 8.5a3.5 3.5 0 0 0-5 0L4 11a3.5 3.5 0 0 0 5 5l1-1',
  image: 'M2.5 4h15v12h-15zM2.5 13.5 7 9l3.5 3.5L13 10l4.5 4M13 7.2v.1',
  table: 'M2.500 4h15v12h-15zM2.500 8h15M2.500 12h15M8 4v12M13 4v12',
  addRow: 'M2.500 3.500h15v5h-15zM10 11.500v5M7.500 14h5',
  removeRow: 'M2.500 3.500h15v5h-15zM7.500 14h5',
  addColumn: 'M3.500 2.500v15h5v-15zM14 7.500v5M11.500 10h5',
  removeColumn: 'M3.500 2.500v15h5v-15zM11.500 10h5',
  bin: 'M3 5.5h14M8 5.500v-2h4v2M5 5.500l.8 11.500h8.400L15 5.500M8.5 9v5M11.5 9v5',
}

export type FormatIconName = keyof typeof paths

export function FormatIcon({ name }: { name: FormatIconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
