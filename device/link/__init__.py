"""Link to a venue and to Home Assistant, by MQTT or HTTP. Begin with `link`. May import `storage`, `config`."""
