/** The functions and types that other areas may use. */
export { findLatestSimulation, findSheet, readExtraTime, simulationUpkeep, startSimulation } from './simulations.ts'
