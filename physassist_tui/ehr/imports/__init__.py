"""Records of the user's own: imported, kept in the user's data folder, opened by patient.

`importing.import_record` brings one in, `kept` lists and opens what is there.
"""
