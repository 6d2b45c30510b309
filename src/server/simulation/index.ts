/** What other areas may use. */
export { findLatestSimulation, readExtraTime, readSheet, simulationUpkeep, startSimulation } from './simulations.ts'
export type { SimulationSheet } from './simulations.ts'
