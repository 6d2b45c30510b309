/** The public API of this area. */
export { findLatestSimulation, findSheet, readExtraTime, simulationUpkeep, startSimulation } from './simulations.ts'
