/** The public API of this area. */
export { importRecord } from './import-record.ts'
export { readMyData } from './my-data.ts'
export { readRecord } from './read-record.ts'
export { printRecord } from './print-record.ts'
export { printRecordSchema } from './record-schema.ts'
export { printStatements } from './xapi.ts'
