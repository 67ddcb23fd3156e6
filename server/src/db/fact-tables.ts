/** What servers know of the installation and share. */
export interface FactTables {
  installation_facts: { name: string; value: string };
}
