"""The MQTT broker: Mosquitto's configuration, certificates, and the ingester's connection.

Begin with :mod:`venue.broker.configuration`. May import ``engine``, paho and ``venue.errors``.
"""
